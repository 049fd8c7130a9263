/** What the service puts before worker.js: the page's files by path from its root, and their digests. */
declare const SHELL: { version: string; files: Record<string, string> };
