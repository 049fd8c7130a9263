"""Layout shifts, as a page counts them in ``shift``."""

MOST_SHIFT = 0.02
WATCH = """window.shift = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) shift += hadRecentInput ? 0 : value;
}).observe({ type: "layout-shift", buffered: true });"""
