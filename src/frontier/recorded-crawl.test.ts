import { describe, expect, it } from 'vitest';
import { journalOf, openJournal, playScript, RECORDED, recordingOf } from './recorded-crawl.suite.ts';

describe('the journal of a crawl that was recorded', () => {
  for (const policy of RECORDED) {
    it(`opens to the same state and hands out the same, ${policy}`, () => {
      const { endedAt, state } = recordingOf(policy);
      expect(openJournal(policy, endedAt)).toEqual(state);
    });

    it(`is written byte for byte by the same operations, with the same answers, ${policy}`, () => {
      const played = playScript(policy);
      expect(played.answers).toEqual(recordingOf(policy).answers);
      expect(played.journal.equals(journalOf(policy))).toBe(true);
    });
  }
});
