/** The shapes of the API's answers, as its schemas state them. Types only. */
export type * from '../../../src/server/schemas/answers.ts';
