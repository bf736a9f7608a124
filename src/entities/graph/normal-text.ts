/** The text of a node as it is compared: white space (also the non-breaking kind) collapsed and trimmed, Unicode NFC. */

const SPACES = /[\s\u0085]+/g;
/** Of a longer text only the start is kept: no attribute is that long, and a page must not fill the memory. */
const LONGEST_TEXT = 32_768;

function isPlain(text: string): boolean {
  let space = true;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 32) {
      if (space) return false;
      space = true;
    } else {
      // Below U+0300 nothing combines; the white space there is the controls, U+0085 and U+00A0.
      if (unit < 33 || unit >= 0x300 || unit === 0xa0 || unit === 0x85) return false;
      space = false;
    }
  }
  return !space;
}

/** The normal form of a text; empty when there is nothing but white space. */
export function normalText(text: string): string {
  if (isPlain(text) && text.length <= LONGEST_TEXT) return text;
  const whole = text.replace(SPACES, ' ').trim();
  return (whole.length > LONGEST_TEXT ? whole.slice(0, LONGEST_TEXT) : whole).normalize('NFC');
}
