/** One line of somebody else's text, fit for a terminal: controls could command the terminal of whoever looks at something hostile. */
export function printable(text: string): string {
  return text.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
