/** Reports and studies as text for a terminal. */
export { reportText, statusText, type TextStyle } from '../../report/index.ts';
export { studyText } from '../../report/time/index.ts';
