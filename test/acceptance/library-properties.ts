/** Acceptance cases that are properties of a library, each with the reason why no command or page could show it. */
export const LIBRARY_PROPERTIES: Readonly<Record<string, string>> = {};
