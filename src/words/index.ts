/**
 * Words for people: the languages, and the one function that says a message. Each topic of messages is a file of its own beside this
 * one, so that a command, and the page in the browser, load only what they say; reasons inside errors are in why.ts.
 *
 * @example
 * import { say } from '../words/index.ts';
 * import { EXPORT_WORDS } from '../words/export.ts';
 * say(EXPORT_WORDS[language].unknownPlace, { place: 'Atlântida' });
 */
export { formatDate } from './dates.ts';
export {
  acceptedLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  recogniseLanguage,
  USUAL_LANGUAGE,
} from './language.ts';
export { formatBytes, formatDigits, formatFixed, formatNumber } from './quantities.ts';
export {
  type Amount,
  amount,
  type Message,
  type Speaker,
  type SpokenKey,
  say,
  speaker,
} from './say.ts';
