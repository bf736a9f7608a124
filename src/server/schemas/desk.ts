/** What volunteers and the desk say to each other. */
import { Type } from 'typebox';
import { Count, nullable, record, request } from './shapes.ts';

const Url = Type.String({ minLength: 1, maxLength: 16_384 });
const Headers = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 16_384 }), {
  maxProperties: 40,
});
const Stop = nullable(
  Type.Union([Type.Literal('stopped'), Type.Literal('finished'), Type.Literal('barred')]),
);
const Sites = Type.Integer({ minimum: 0, maximum: 50, description: 'sites, one URL each' });

export const AskedLease = request('AskedLease', { sites: Sites });

const Item = record('LeaseItem', {
  url: Url,
  address: Type.String({ description: 'the network address that is to be asked' }),
  maxBytes: Count,
  headers: Headers,
  expiresIn: Type.Number({ description: 'ms from when the work was asked for; not to be asked for later' }),
});

export const Lease = record('Lease', {
  id: Type.String(),
  expiresIn: Type.Number({ description: 'ms from when it was asked for' }),
  items: Type.Array(Item),
  userAgent: Type.String(),
  pages: Type.Union([Type.Literal('all'), Type.Literal('interesting')]),
  geoHashes: Type.Array(Type.String({ description: 'FNV-1a of 64 bits of a folded word, in hexadecimal' })),
  wait: Type.Number({ description: 'ms until it is worth asking again' }),
  stop: Stop,
});

const Failed = request('FailedVisit', {
  kind: Type.Literal('failed'),
  url: Url,
  reason: Type.String({ maxLength: 60 }),
});
const Told = request('ToldVisit', {
  kind: Type.Literal('told'),
  url: Url,
  status: Type.Integer({ minimum: 200, maximum: 599 }),
  headers: Headers,
  bytes: Count,
  digest: Type.String({ maxLength: 100 }),
  simhash: nullable(Type.String({ pattern: '^[0-9a-f]{16}$' })),
  links: Type.Array(Type.String({ maxLength: 16_384 }), { maxItems: 2_000 }),
});

export const Visits = request('Visits', {
  results: Type.Array(Type.Union([Failed, Told]), { maxItems: 50 }),
  more: Sites,
});

const Fate = Type.Union([Type.Literal('taken'), Type.Literal('known'), Type.Literal('refused')]);

export const VisitsTaken = record('VisitsTaken', {
  taken: Type.Record(Type.String(), Fate),
  items: Type.Array(Item),
  wait: Type.Number(),
  stop: Stop,
});
export const PageTaken = record('PageTaken', { taken: Fate });
export const GivenBack = record('GivenBack', { givenBack: Type.Boolean() });
export const LeaseId = Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' });

export const InvitedVolunteer = request('InvitedVolunteer', {
  name: Type.String({ minLength: 1, maxLength: 100 }),
});
export const VolunteerToken = record('VolunteerToken', { id: Type.Integer(), token: Type.String() });
export const VolunteerList = record('VolunteerList', {
  stopped: Type.Boolean(),
  waitingLinks: Count,
  volunteers: Type.Array(
    record('VolunteerInfo', {
      id: Type.Integer(),
      name: Type.String(),
      standing: Type.Union([
        Type.Literal('new'),
        Type.Literal('believed'),
        Type.Literal('doubted'),
        Type.Literal('barred'),
      ]),
      revoked: Type.Boolean(),
      pages: Count,
      failures: Count,
      unverified: Count,
      quarantined: Count,
      seen: nullable(Type.String()),
    }),
  ),
});
export const VolunteersChanged = record('VolunteersChanged', { volunteers: Count });
