import { describe, expect, it } from 'vitest';
import { choicesFile, orderOf } from './column-way.ts';

describe('how columns are chosen in the page', () => {
  it('is sent as the server takes it', () => {
    expect(orderOf({ way: 'pages', files: [], sites: [] })).toEqual({});
    expect(
      orderOf({ way: 'knowledge', files: [{ name: 'a.csv', text: 'nome\nAna' }], sites: ['http://b/1'] }),
    ).toEqual({
      sites: ['http://b/1'],
      select: { way: 'knowledge', files: [{ name: 'a.csv', text: 'nome\nAna' }] },
    });
  });

  it('can be saved as one person’s vote', () => {
    expect(JSON.parse(choicesFile([{ name: 'partido', rules: ['MATCH (n1)', 'MATCH (n2)'] }]))).toEqual({
      form: 'tarrafa-entity-choices',
      version: 1,
      site: '',
      choices: { partido: 'MATCH (n1)' },
    });
  });
});
