/** Groups of tags that start tags and end tags in body treat alike. */
import { H1, H2, H3, H4, H5, H6 } from '../tags.ts';

export const BLOCKS =
  'dl ol ul div dir nav main menu aside center figure footer header hgroup dialog details address article search section ' +
  'summary fieldset blockquote figcaption';
export const FORMATTING_TAGS = 'i s b u em tt big code font small strike strong';

export const HEADINGS = [H1, H2, H3, H4, H5, H6];
