/**
 * A championship, in the image of the toy site of the entity specification: seasons under `/jogadores` and
 * `/times`, pages of players and teams with look-alike addresses, plus rounds of matches.
 */
import { HOSTS } from '../hosts.ts';
import { addDays, longDate, shortDate, two, utc } from '../language/dates.ts';
import { person } from '../language/people.ts';
import { TOWNS } from '../language/places.ts';
import { esc, items, link } from '../markup.ts';
import { type SampleSite, type SiteContext, siteRandom } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';

const POSITIONS = ['goleiro', 'zagueiro', 'lateral', 'volante', 'meia', 'atacante'] as const;
const CLUBS = ['Esporte Clube', 'Atlético', 'Associação Atlética', 'União'] as const;

export function copaDosVales(context: SiteContext): SampleSite {
  const site = new SiteBuilder(HOSTS.championship, {
    name: 'Copa dos Vales',
    language: 'pt-BR',
    encodings: ['gzip'],
    quirks: [
      'the shape of the toy site of the entity specification',
      'players, teams and rounds per season',
      'some pages omit an attribute',
      '/inicio.htm is a decoy index',
    ],
  });
  const random = siteRandom(context, site.host);
  const seasons = [2015, 2014, 2013] as const;
  const clubs = TOWNS.br.slice(0, 6).map((town, i) => `${CLUBS[i % CLUBS.length]} ${town}`);

  let number = 0;
  const seasonsData = seasons.map((year) => {
    const here = random.fork('season', year);
    const names = new Set<string>();
    while (names.size < 18) names.add(person(here, 'br', 'm').name);
    const squad = [...names].map((name, i) => {
      number++;
      const club = clubs[i % clubs.length]!;
      const birth = addDays(utc(year - here.int(18, 34), 1, 1), here.int(0, 364));
      const attributes: Record<string, string> = {
        Posição: POSITIONS[i % POSITIONS.length]!,
        Número: String(1 + ((i * 5) % 23)),
        Time: club,
        'Local de nascimento': here.pick(TOWNS.br),
        'Data de nascimento': shortDate(birth),
        Peso: `${here.int(62, 94)} kg`,
        Altura: `1,${here.int(64, 97)} m`,
        Gols: String(here.int(0, 19)),
      };
      if (here.chance(0.12)) delete attributes.Peso;
      return { name, club, file: `/jogadores/${year}/jogador${two(number)}.htm`, attributes };
    });
    const teams = clubs.map((club, i) => ({
      club,
      file: `/times/${year}/time${two(i + 1)}.htm`,
      founded: 1908 + ((i * 17 + year) % 60),
      stadium: `Estádio Municipal de ${TOWNS.br[i]}`,
    }));
    // Every club meets every other once: the circle method.
    const rounds = Array.from({ length: clubs.length - 1 }, (_, r) => {
      const others = clubs.slice(1);
      const ring = [clubs[0]!, ...others.slice(r), ...others.slice(0, r)];
      return {
        day: addDays(utc(year, 3, 8), r * 7),
        games: Array.from({ length: clubs.length / 2 }, (_, g) => ({
          home: ring[g]!,
          away: ring[clubs.length - 1 - g]!,
          score: [here.int(0, 4), here.int(0, 3)] as const,
          crowd: here.int(800, 9800),
        })),
      };
    });
    return { year, squad, teams, rounds };
  });

  const frame = (
    title: string,
    header: string,
    body: string,
  ) => `<html lang="pt-BR"><head><meta charset="utf-8"><title>${esc(title)}</title></head><body>
${header}
<nav><a href="/inicio.htm">Página inicial</a> <a href="/contato.htm">Contato</a></nav>
${body}
</body></html>
`;
  site.page('/', {
    kind: 'home',
    title: 'Copa dos Vales',
    html: () =>
      frame(
        'Copa dos Vales',
        '',
        `<h1>Copa dos Vales</h1><p>A Copa dos Vales reúne, todos os anos, seis clubes amadores da região.</p><ul><li><a href="/jogadores">Jogadores</a></li><li><a href="/times">Times</a></li><li><a href="/jogos">Jogos</a></li></ul>`,
      ),
  });
  const star = seasonsData[0]!.squad[1]!;
  site.page('/inicio.htm', {
    kind: 'home',
    title: 'Copa dos Vales: início',
    html: () =>
      frame(
        'Copa dos Vales: início',
        '',
        `<p>Escolha uma seção.</p><nav><a href="/">Copa dos Vales</a> <a href="/jogadores">Jogadores</a></nav><aside>Destaque: ${link(star.file, star.name)}</aside>`,
      ),
  });
  const contact =
    'A organização da Copa dos Vales atende na Rua das Laranjeiras, em Serra Verde, e responde a mensagens em até dois dias úteis.';
  site.page('/contato.htm', {
    kind: 'about',
    title: 'Contato',
    content: () => [contact],
    html: () =>
      `<html lang="pt-BR"><head><meta charset="utf-8"><title>Contato</title></head><body><h1>Contato</h1><p>${contact}</p></body></html>\n`,
  });
  for (const [path, title] of [
    ['/jogadores', 'Jogadores'],
    ['/times', 'Times'],
    ['/jogos', 'Jogos'],
  ] as const) {
    site.page(path, {
      kind: 'list',
      title,
      html: () =>
        frame(
          title,
          '',
          `<h1>${title}</h1>${items(seasons.map((y) => link(`${path}/${y}`, `Temporada de ${y}`)))}`,
        ),
    });
  }
  for (const { year, squad, teams, rounds } of seasonsData) {
    const team = (club: string) => teams.find((t) => t.club === club)!;
    site.page(`/jogadores/${year}`, {
      kind: 'list',
      title: `Jogadores de ${year}`,
      html: () =>
        frame(
          `Jogadores de ${year}`,
          '',
          `<h1>Jogadores de ${year}</h1><div>${squad.map((p) => link(p.file, p.name)).join('<br>\n')}</div>`,
        ),
    });
    site.page(`/times/${year}`, {
      kind: 'list',
      title: `Times de ${year}`,
      html: () =>
        frame(
          `Times de ${year}`,
          '',
          `<h1>Times de ${year}</h1><div>${teams.map((t) => link(t.file, t.club)).join('<br>\n')}</div>`,
        ),
    });
    site.page(`/jogos/${year}`, {
      kind: 'list',
      title: `Jogos de ${year}`,
      html: () =>
        frame(
          `Jogos de ${year}`,
          '',
          `<h1>Jogos de ${year}</h1><div>${rounds.map((_, i) => link(`/jogos/${year}/rodada${two(i + 1)}.htm`, `${i + 1}ª rodada`)).join('<br>\n')}</div>`,
        ),
    });
    for (const p of squad) {
      const text = `${p.name} disputou a Copa dos Vales na temporada de ${year}, pelo time indicado acima.`;
      site.page(p.file, {
        kind: 'person',
        title: `${p.name} - Copa dos Vales ${year}`,
        attributes: { Nome: p.name, ...p.attributes },
        content: () => [p.name, text],
        html: () =>
          frame(
            `${p.name} - Copa dos Vales ${year}`,
            `<header>${link(`/jogadores/${year}`, `Jogadores de ${year}`)}</header>`,
            `<h1>${esc(p.name)}</h1><div>${Object.entries(p.attributes)
              .map(
                ([k, v]) =>
                  `<dl><dt>${k}</dt><dd>${k === 'Time' ? link(team(p.club).file, v) : esc(v)}</dd></dl>`,
              )
              .join('\n')}</div><p>${text}</p>`,
          ),
      });
    }
    for (const t of teams) {
      site.page(t.file, {
        kind: 'team',
        title: `${t.club} - Copa dos Vales ${year}`,
        attributes: { Nome: t.club, Fundação: String(t.founded), Estádio: t.stadium },
        html: () =>
          frame(
            `${t.club} - Copa dos Vales ${year}`,
            `<header>${link(`/times/${year}`, `Times de ${year}`)}</header>`,
            `<h1>${esc(t.club)}</h1><table><tr><th>Fundação</th><td>${t.founded}</td></tr><tr><th>Estádio</th><td>${esc(t.stadium)}</td></tr></table><h2>Elenco</h2>${items(squad.filter((p) => p.club === t.club).map((p) => link(p.file, p.name)))}`,
          ),
      });
    }
    rounds.forEach((r, i) => {
      site.page(`/jogos/${year}/rodada${two(i + 1)}.htm`, {
        kind: 'match',
        title: `${i + 1}ª rodada - Copa dos Vales ${year}`,
        published: r.day,
        html: () =>
          frame(
            `${i + 1}ª rodada - Copa dos Vales ${year}`,
            `<header>${link(`/jogos/${year}`, `Jogos de ${year}`)}</header>`,
            `<h1>${i + 1}ª rodada</h1><p>Jogos disputados em ${longDate(r.day)}.</p><table><thead><tr><th>Mandante</th><th>Placar</th><th>Visitante</th><th>Público</th></tr></thead><tbody>${r.games.map((g) => `<tr><td>${link(team(g.home).file, g.home)}</td><td>${g.score[0]} x ${g.score[1]}</td><td>${link(team(g.away).file, g.away)}</td><td>${g.crowd}</td></tr>`).join('\n')}</tbody></table>`,
          ),
      });
    });
  }
  site.robots('User-agent: tarrafa-outra\nDisallow: /\n\nUser-agent: *\nAllow: /\n');
  return site.build();
}
