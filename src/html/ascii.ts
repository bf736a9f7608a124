/**
 * Code units that mean something to HTML, by name. A file that looks at every character takes those it needs into constants of its own:
 * the engine folds these, but looks up and checks what is imported at every use, which costs the tree builder 5 %.
 */
export const ASCII = {
  TAB: 0x09,
  LINE_FEED: 0x0a,
  VERTICAL_TAB: 0x0b,
  CARRIAGE_RETURN: 0x0d,
  SPACE: 0x20,
  EXCLAMATION_MARK: 0x21,
  QUOTATION_MARK: 0x22,
  AMPERSAND: 0x26,
  APOSTROPHE: 0x27,
  HYPHEN: 0x2d,
  SLASH: 0x2f,
  LESS_THAN: 0x3c,
  EQUALS: 0x3d,
  GREATER_THAN: 0x3e,
  QUESTION_MARK: 0x3f,
  SMALL_A: 0x61,
  SMALL_D: 0x64,
  SMALL_Z: 0x7a,
  /** What a small letter has more than its capital. */
  CASE_BIT: 0x20,
} as const;
