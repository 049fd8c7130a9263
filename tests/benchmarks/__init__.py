"""What `make bench` measures: ratios against references that run side by side in the same run."""
