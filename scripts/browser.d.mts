/** Path of a Chromium, null when there is none. */
export function findBrowser(): string | null;
/** Installs one where that can be done, and says so when there is none in the end. */
export function ensureBrowser(): void;
