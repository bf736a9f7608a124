/** The large sample encyclopaedia and its truth. */
export type { ArticleKind, Period } from './articles.ts';
export {
  HISTORY_HOST,
  type HistoryTruth,
  type HistoryWeb,
  type HistoryWebOptions,
  historyWeb,
} from './history-web.ts';
export { HISTORY_PARAMETERS } from './parameters.ts';
export { type HistoryServer, serveHistory } from './serve.ts';
