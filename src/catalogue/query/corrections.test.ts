import { expect, it } from 'vitest';
import { loadGazetteer } from '../../geo/index.ts';
import { dayNumber } from '../../time/index.ts';
import { correctedLines, parseLine } from './index.ts';

it('mends a misspelt word wherever it stands in the line', async () => {
  const context = { gazetteer: await loadGazetteer({ towns: false }), today: dayNumber(2024, 6, 15) };
  const words = {
    frequency: (word: string) => (word === 'enchnte' ? 0 : 100),
    near: () => [{ word: 'enchente', documents: 100, distance: 1 }],
  };
  const mended = (line: string) => correctedLines(parseLine(line, context), words, true);
  expect(mended('enchnte grande, enchnte pequena')).toEqual(['enchente grande, enchente pequena']);
  expect(mended('enchnte grande')).toEqual(['enchente grande']);
});
