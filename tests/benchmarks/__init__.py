"""The benchmarks of `make bench`: ratios against references run side by side in the same run."""
