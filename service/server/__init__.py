"""The embedded server and its data folder, and checks that servers keep games."""
