/**
 * Content codings (gzip, deflate, br, zstd) undone, within limits and whatever the damage. One decoder for everybody who reads pages:
 * what a crawl read of a page, whoever reads its archive reads too.
 */
export {
  type DecodedBody,
  type DecodeProblem,
  decodeBody,
  decodeBodyInTurns,
  LONGEST_PAGE,
} from './decode-body.ts';
export { supportsZstd } from './stepwise-decoder.ts';
