/**
 * How the parts of a score are weighed against each other.
 *
 * - `title` counts six times as much as `text`: a title is short and says what the whole page is about, while the headlines of others
 *   stand in the text of every list. Between five and twelve times hardly anything changes on the judged questions; at three, lists come
 *   before what they list.
 * - `anchors` count a little more than text: what others call a page is good evidence, but menus repeat it on every page of a site.
 * - `period` and `place` decide among pages that have the words: a page that speaks of nothing but the period asked for gets about as
 *   much as a good match of a rare word. Having the period or the place at all is a condition already, so more than that would only
 *   bring up short pages.
 * - `links` break ties.
 * - `near` is what words get for standing near each other: two rare words side by side are worth half a word more.
 */
import type { RankWeights } from '../search-index/port.ts';

export const RANK_WEIGHTS: RankWeights = {
  title: 5,
  text: 0.8,
  anchors: 1.2,
  period: 3,
  place: 2,
  links: 0.5,
  near: 0.5,
};
