/** Builds the page into dist/web when a source of it is newer than the last build. */
export function buildWeb(): Promise<void>;
