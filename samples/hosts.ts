/**
 * The host names of the small sample web, all invented, with the synthetic address each one has. Two hosts
 * with one address share a machine, so a polite collector must let them share a clock.
 */

export type Group = 'gentle' | 'hostile';

export interface SampleHost {
  readonly host: string;
  readonly group: Group;
  /** In 198.18.0.0/15, the range set apart for benchmarks (RFC 2544), except where a host is meant to look private. */
  readonly address: string;
}

const gentle = (host: string, last: number): SampleHost => ({
  host,
  group: 'gentle',
  address: `198.18.0.${last}`,
});
const hostile = (host: string, last: number): SampleHost => ({
  host,
  group: 'hostile',
  address: `198.19.0.${last}`,
});

export const HOSTS = {
  gazeta: gentle('www.gazetadaserra-exemplo.com.br', 10),
  gazetaBare: gentle('gazetadaserra-exemplo.com.br', 10),
  diario: gentle('www.diariodosorraia-exemplo.pt', 11),
  folha: gentle('folhadoplanalto-exemplo.com.br', 12),
  encyclopaedia: gentle('www.enciclopedia-exemplo.pt', 13),
  councilBr: gentle('www.camara-serraverde-exemplo.leg.br', 14),
  councilPt: gentle('www.am-castrovelho-exemplo.pt', 15),
  championship: gentle('www.copadosvales-exemplo.com.br', 16),
  shop: gentle('www.lojadoartesao-exemplo.com.br', 17),
  forum: gentle('forum.quintalvivo-exemplo.com.br', 18),
  docs: gentle('docs.jangada-exemplo.dev.br', 19),
  docsMirror: gentle('espelho.jangada-exemplo.net.br', 19),
  blog: gentle('cadernodecampo-exemplo.blog.br', 20),
  government: gentle('www.transparencia-serraverde-exemplo.gov.br', 14),
  university: gentle('historia.universidade-exemplo.edu.br', 21),
  mapsBr: gentle('www.geodados-exemplo.gov.br', 22),
  mapsPt: gentle('www.igcartografico-exemplo.pt', 23),
  legacy: gentle('www.memoriaferroviaria-exemplo.org.br', 24),
  falseUtf8: gentle('www.radiolitoral-exemplo.com.br', 24),
  falseLatin1: gentle('www.clubedeleitura-exemplo.pt', 25),
  script: gentle('app.mercadinho-exemplo.com.br', 26),
  observatory: gentle('www.observatoriodasaguas-exemplo.org.br', 27),

  redirects: hostile('voltas.armadilhas-exemplo.com.br', 10),
  redirectTarget: hostile('destino.armadilhas-exemplo.com.br', 11),
  calendar: hostile('agenda.paroquia-exemplo.com.br', 12),
  repeating: hostile('www.caminhos-exemplo.com.br', 13),
  parameters: hostile('www.lojasemfim-exemplo.com.br', 14),
  sessions: hostile('www.sessoes-exemplo.com.br', 15),
  softNotFound: hostile('www.semerro-exemplo.com.br', 16),
  slow: hostile('www.devagar-exemplo.com.br', 17),
  failing: hostile('www.quebrado-exemplo.com.br', 18),
  flapping: hostile('www.instavel-exemplo.com.br', 19),
  endless: hostile('www.semfim-exemplo.com.br', 20),
  silent: hostile('www.calado-exemplo.com.br', 21),
  busy: hostile('www.ocupado-exemplo.com.br', 22),
  encodings: hostile('www.compactado-exemplo.com.br', 23),
  huge: hostile('www.enorme-exemplo.com.br', 24),
  broken: hostile('www.malformado-exemplo.com.br', 25),
  markup: hostile('www.emaranhado-exemplo.com.br', 26),
  robotsError: hostile('www.robos503-exemplo.com.br', 27),
  robotsRedirect: hostile('www.robosdesviado-exemplo.com.br', 28),
  robotsSilent: hostile('www.roboscalado-exemplo.com.br', 29),
  robotsHuge: hostile('www.robosenorme-exemplo.com.br', 30),
  closed: hostile('www.fechado-exemplo.com.br', 31),
  /** Its name leads to a private address: a collector must refuse it after resolving. */
  intranet: { host: 'intranet-exemplo.com.br', group: 'hostile', address: '10.0.0.7' },
} as const satisfies Record<string, SampleHost>;

/** Names that pages link to and that nobody serves: they do not resolve. */
export const UNRESOLVABLE = ['www.naoexiste-exemplo.com.br', 'saiudoar-exemplo.pt'] as const;
