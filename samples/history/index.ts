/** The large sample encyclopaedia and its truth. */

export {
  type HistoryWeb,
  historyWeb,
} from './history-web.ts';
export { HISTORY_PARAMETERS } from './parameters.ts';
export { serveHistory } from './serve.ts';
