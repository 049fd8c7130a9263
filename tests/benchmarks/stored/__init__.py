"""A store with as many games as a busy host has in a year, and how long everything takes there."""
