import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../graph/build-graph.ts';
import { learnRules } from '../rules/learn.ts';
import { alignColumns, findAligned } from './align-columns.ts';
import { parseChoices } from './choice-file.ts';
import { candidatesOf, choicePage } from './choice-page.ts';
import { inlineLabel } from './inline-labels.ts';
import { cleanLabel } from './label-text.ts';
import { columnsByLabel, columnsForValues, LabelCompletion } from './site-columns.ts';
import { propertyLabel } from './structured-names.ts';

const PEOPLE = Array.from({ length: 24 }, (_, i) => ({
  name: `${['Ana', 'Rui', 'Inês', 'Caio'][i % 4]} ${['Prado', 'Teles', 'Macedo'][i % 3]} ${i}`,
  party: ['PSE', 'UP', 'MV'][i % 3]!,
  phone: `(11) 3555-${1000 + i}`,
}));
const site = (body: (person: (typeof PEOPLE)[number], i: number) => string) =>
  learnRules(
    buildGraph(
      PEOPLE.map((person, i) => ({
        url: `http://a.br/${i}`,
        html: `<h1>${person.name}</h1>${body(person, i)}<p>Rodapé</p>`,
      })),
    ),
  );

describe('what articles and shops have without a label', () => {
  it('is the heading whose words are a link, and a date that nothing is written before', () => {
    const set = learnRules(
      buildGraph(
        PEOPLE.map(({ name }, i) => ({
          url: `http://a.br/${i}`,
          html: `<header><h2><a href="/${i}">Sobre ${name}</a></h2><time>${(i % 28) + 1}/03/2020</time></header><div><i>${i % 5} estrelas</i></div><p>Rodapé</p>`,
        })),
      ),
    );
    expect(columnsByLabel(set).map(({ name }) => name)).toEqual(['Nome', 'Data']);
  });

  it('is the title of the page, where no heading tells the pages apart', () => {
    const set = learnRules(
      buildGraph(
        PEOPLE.map(({ name, party }, i) => ({
          url: `http://a.br/${i}`,
          html: `<title>${name}</title><h1>Vereadores</h1><p><b>Partido</b> ${party}</p>`,
        })),
      ),
    );
    expect(columnsByLabel(set).map(({ name }) => name)).toEqual(['Nome', 'Partido']);
  });
});

describe('names of columns', () => {
  it.each([
    ['  Data de nascimento: ', 'Data de nascimento'],
    ['PLACE OF BIRTH', 'Place of birth'],
    ['CEP', 'CEP'],
    ['• Partido –', 'Partido'],
    ['Nasc.', 'Nasc.'],
    ['123', null],
    ['', null],
    ['x'.repeat(80), null],
    ['e', null],
    ['Por', 'Por'],
    ['Seu navegador não suporta o player.', null],
  ])('%s → %s', (text, name) => {
    expect(cleanLabel(text)).toBe(name);
  });

  it('come from the label beside the value, the head of a table, or one text with the value', () => {
    const names = (set: ReturnType<typeof site>) => columnsByLabel(set).map(({ name }) => name);
    expect(
      names(site((p) => `<dl><dt>Partido</dt><dd>${p.party}</dd><dt>Telefone</dt><dd>${p.phone}</dd></dl>`)),
    ).toEqual(['Nome', 'Partido', 'Telefone']);
    expect(
      names(
        site(
          (p) =>
            `<table><thead><tr><th>Partido</th><th>Telefone</th></tr></thead><tbody><tr><td>${p.party}</td><td>${p.phone}</td></tr></tbody></table>`,
        ),
      ),
    ).toEqual(['Nome', 'Partido', 'Telefone']);
    expect(
      names(site((p) => `<ul><li>Partido: ${p.party}</li><li>Telefone: ${p.phone}</li></ul>`)).sort(),
    ).toEqual(['Nome', 'Partido', 'Telefone']);
    expect(inlineLabel('Preço:R$ 10,00')).toBe('Preço:');
    expect(inlineLabel('https://a.br/')).toBeNull();
    expect(inlineLabel('Partido: PSE')).toBe('Partido: ');
    expect(inlineLabel('às 10:30')).toBeNull();
  });

  it('come from structured data too', () => {
    const set = site((p) => `<b>${p.phone}</b>`);
    const structured = PEOPLE.map(({ phone }) => [
      { name: 'telephone', value: `+55 ${phone}`, syntax: 'json-ld' as const, type: 'Person' },
    ]);
    expect(columnsByLabel(set, { structured }).map(({ name, source }) => [name, source])).toEqual([
      ['Nome', 'heading'],
      ['Telefone', 'structured-data'],
    ]);
    expect(propertyLabel('offers.price')).toBe('Preço');
    expect(propertyLabel('author.name')).toBe('Autor');
    expect(propertyLabel('material', 'Feito de')).toBe('Feito de');
  });
});

describe('headings', () => {
  it('name the thing of a page once, and not when they are those of sections', () => {
    const section = ['Contato', 'Partido', 'Contato', 'Mandato'];
    const set = site((p, i) => `<h3>${section[i % section.length]}</h3><p>${p.phone}</p><h2>${p.name}</h2>`);
    expect(columnsByLabel(set).filter(({ source }) => source === 'heading')).toHaveLength(1);
  });
});

describe('selection by the values of one page', () => {
  it('finds a value that shares its text with the label, also where the row has moved or is marked', () => {
    const set = site(
      (p, i) =>
        `<ul>${i % 3 === 1 ? '' : `<li>Partido: ${p.party}</li>`}<li>Telefone: ${i % 6 === 2 ? `<b>${p.phone}</b>` : p.phone}</li></ul>`,
    );
    const { columns, missing } = columnsForValues(set, 0, [
      { name: 'fone', value: PEOPLE[0]!.phone },
      { name: 'nada', value: 'não está' },
    ]);
    expect(missing.map(({ name }) => name)).toEqual(['nada']);
    const whole = new LabelCompletion(set).complete(columns[0]!);
    const pages = new Set(
      whole.rules.flatMap(({ rule, prefix }) =>
        Array.from(rule.nodes)
          .filter((n) => prefix === null || set.graph.text(n).startsWith(prefix))
          .map((n) => set.graph.page(n)),
      ),
    );
    expect(pages.size).toBe(24);
  });
});

describe('what a reader sees as one value', () => {
  const WORDS = ['Saúde', 'Obras', 'Finanças', 'Cultura', 'Esporte', 'Ensino'];
  const listOf = (i: number) => WORDS.slice(i % 5, (i % 5) + [1, 2, 1, 3][i % 4]!);
  const textsOf = (set: ReturnType<typeof site>, name: string) => {
    const column = columnsByLabel(set).find((c) => c.name === name)!;
    return PEOPLE.map((_, page) =>
      Array.from(column.rules[0]!.rule.nodes)
        .filter((node) => set.graph.page(node) === page)
        .map((node) => set.graph.text(node)),
    );
  };

  it('keeps every value of a list beside its label, not the first alone', () => {
    const set = site(
      (p, i) =>
        `<table><tr><th>Comissões</th><td><ul>${listOf(i)
          .map((word) => `<li>${word}</li>`)
          .join('')}</ul></td></tr><tr><th>Telefone</th><td>${p.phone}</td></tr></table>`,
    );
    expect(columnsByLabel(set).map(({ name }) => name)).toEqual(['Nome', 'Comissões', 'Telefone']);
    expect(textsOf(set, 'Comissões')).toEqual(PEOPLE.map((_, i) => listOf(i)));
    const { columns } = columnsForValues(set, 0, [{ name: 'comissão', value: listOf(0)[0]! }]);
    expect(columns[0]!.rules[0]!.rule.nodes.length).toBe(PEOPLE.flatMap((_, i) => listOf(i)).length);
  });

  it('does not take things of two kinds, or two closed sets, for one list', () => {
    const set = site(
      (p, i) =>
        `<p>Contato</p><ul><li>${p.phone}</li>${i % 3 === 0 ? '' : `<li>pessoa${i}@exemplo.br</li>`}</ul><p>Livro</p><ol><li>${['Capa dura', 'Brochura'][i % 2]}</li>${i % 4 === 0 ? '' : `<li>${['Português', 'Espanhol', 'Inglês'][i % 3]}</li>`}</ol>`,
    );
    expect(textsOf(set, 'Contato')).toEqual(PEOPLE.map(({ phone }) => [phone]));
    expect(textsOf(set, 'Livro')).toEqual(PEOPLE.map((_, i) => [['Capa dura', 'Brochura'][i % 2]]));
  });

  it('does not take a person with another part in it for one more of the list', () => {
    const set = site(
      (_, i) =>
        `<h2>Autor</h2><p><span>Pessoa ${i} Lima</span>${i % 3 === 0 ? '' : `<i>Tradução ${i % 4} de</i><span>Outra ${i} Reis</span>`}</p>`,
    );
    expect(textsOf(set, 'Autor')).toEqual(PEOPLE.map((_, i) => [`Pessoa ${i} Lima`]));
  });

  it('takes no word of a sentence for a label', () => {
    const set = site(
      (_, i) =>
        `<p>Nota</p><p>Modelo número ${i}, com <b>garantia</b> de ${i + 1} meses.</p><p>Lugar ${i} <b>Idade:</b> ${20 + i} <b>peso:</b> ${60 + i}</p>`,
    );
    const names = columnsByLabel(set).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Nota', 'Idade', 'peso']));
    expect(names).not.toContain('garantia');
  });

  it('calls an amount by its label, not by the sign of its money', () => {
    const set = site(
      (_, i) => `<table><tr><th>Subsídio</th><td><b>R$</b> ${10 + i}.100,50</td></tr></table>`,
    );
    expect(columnsByLabel(set).map(({ name }) => name)).toEqual(['Nome', 'Subsídio']);
    // The person gives it as it is read.
    const { columns, missing } = columnsForValues(set, 3, [
      { name: 'subsídio', value: 'R$ 13.100,50' },
      { name: 'outro', value: 'R$ 99.100,50' },
    ]);
    expect(missing.map(({ name }) => name)).toEqual(['outro']);
    expect(Array.from(columns[0]!.rules[0]!.rule.nodes, (n) => set.graph.text(n))).toEqual(
      PEOPLE.map((_, i) => `${10 + i}.100,50`),
    );
  });
});

describe('the same attribute on several sites', () => {
  const column = (name: string, values: readonly string[]) => ({
    name,
    values: new Map(values.map((value, i) => [`e${i}`, [value]])),
  });
  const dates = Array.from({ length: 8 }, (_, i) => `1${i}/03/198${i}`);
  const heights = Array.from({ length: 8 }, (_, i) => 170 + i * 2);

  it('is known by its values, however each site writes and calls it', () => {
    const a = [
      column('Nascimento', dates),
      column(
        'Altura',
        heights.map((h) => `${h} cm`),
      ),
      column('Cor', ['azul', 'verde', 'azul', 'preto', 'azul', 'verde', 'azul', 'azul']),
    ];
    const b = [
      column(
        'Estatura',
        heights.map((h) => `${(h / 100).toFixed(2).replace('.', ',')} m`),
      ),
      column(
        'Data',
        dates.map((d) => `${d.slice(0, 2)} de março de ${d.slice(6)}`),
      ),
      column('Sala', ['1', '2', '3', '4', '5', '6', '7', '8']),
    ];
    expect(alignColumns([a, b])).toEqual([
      [
        [0, 0],
        [1, 1],
      ],
      [
        [0, 1],
        [1, 0],
      ],
      [[0, 2]],
      [[1, 2]],
    ]);
    expect(findAligned([a[1]!], b)).toBe(0);
    expect(findAligned([a[2]!], b)).toBe(-1);
  });

  it('never joins two columns of one site', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.array(fc.array(fc.constantFrom('1', '2', 'x'), { minLength: 4, maxLength: 4 }), {
            maxLength: 4,
          }),
          { maxLength: 3 },
        ),
        (sites) => {
          const groups = alignColumns(
            sites.map((columns) => columns.map((values, i) => column(`c${i}`, values))),
          );
          for (const group of groups) expect(new Set(group.map(([s]) => s)).size).toBe(group.length);
          expect(groups.flat().length).toBe(sites.flat().length);
        },
      ),
      { seed: 6, numRuns: 60 },
    );
  });
});

describe('choices of people', () => {
  const words = {
    language: 'pt-BR',
    title: 'Colunas de',
    help: 'h',
    attribute: 'a',
    values: 'v',
    pages: 'p',
    rule: 'r',
    save: 's',
  };

  it('are made on a page in which texts of sites are only texts', () => {
    const set = site(
      (p) => `<dl><dt>Partido</dt><dd>${p.party} &lt;script&gt;alert(1)&lt;/script&gt;"onload=x</dd></dl>`,
    );
    const candidates = candidatesOf(set);
    expect(candidates.map(({ name }) => name)).toContain('Partido');
    const html = choicePage('a.br</script><script>', candidates, words);
    expect(html.match(/<script>/g)).toHaveLength(1);
    expect(html.match(/<\/script>/g)).toHaveLength(1);
    expect(html).not.toContain('"onload=x');
    expect(html).not.toMatch(/https?:\/\/(?!a\.br)/);
  });

  it('a file that is none is refused with its name', () => {
    for (const text of [
      '',
      '[]',
      '{"form":"x"}',
      '{"form":"tarrafa-entity-choices","choices":[]}',
      '{"form":"tarrafa-entity-choices","choices":{"a":1}}',
    ])
      expect(() => parseChoices(text, 'voto.json')).toThrow(
        expect.objectContaining({ code: 'TRF_WRAPPER_INVALID' }),
      );
  });
});
