/**
 * The OpenAPI 3.1 description, generated from the routes themselves as they are registered: what it says of a parameter or an answer is
 * what validates the one and types the other.
 */
import type { FastifyInstance, RouteOptions } from 'fastify';
import { type ErrorCode, TarrafaError } from '../errors.ts';
import type { EndpointNotes } from './endpoint.ts';
import { statusOf } from './failure.ts';
import { Failure } from './schemas/failure.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { [key: string]: Json };

export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: JsonObject;
  readonly servers: readonly JsonObject[];
  readonly tags: readonly JsonObject[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  readonly components: { readonly schemas: JsonObject; readonly securitySchemes: JsonObject };
}

/** What every route may answer. */
const USUAL_ERRORS: readonly ErrorCode[] = [
  'TRF_REQUEST_INVALID',
  'TRF_HOST_REFUSED',
  'TRF_ORIGIN_REFUSED',
  'TRF_INTERNAL',
  'TRF_TIME_OUT',
];

const STATUS_TEXT: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  302: 'Found',
  400: 'Bad request',
  401: 'Unauthorised',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Conflict',
  410: 'Gone',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Cannot be done',
  429: 'Too many at once',
  500: 'Internal error',
  503: 'Given up',
  507: 'No space left',
};

interface Described {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly string[];
  readonly schema: Readonly<Record<string, unknown>>;
  readonly notes: EndpointNotes | null;
}

/** Schemas as JSON Schema 2020-12, which OpenAPI 3.1 speaks; those with a title become components. */
class Components {
  readonly schemas: JsonObject = {};

  take(schema: unknown): Json {
    if (typeof schema !== 'object' || schema === null) return schema as Json;
    if (Array.isArray(schema)) return schema.map((part) => this.take(part));
    const { title } = schema as { title?: unknown };
    if (typeof title !== 'string') return this.#converted(schema);
    if (!(title in this.schemas)) {
      // Known by name before its parts are looked at: it may contain itself.
      this.schemas[title] = {};
      this.schemas[title] = this.#converted(schema);
    }
    return { $ref: `#/components/schemas/${title}` };
  }

  #converted(schema: object): JsonObject {
    const result: JsonObject = {};
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'properties') {
        const properties: JsonObject = {};
        for (const [name, property] of Object.entries(value as object))
          properties[name] = this.take(property);
        result.properties = properties;
      } else if (key === 'items' && Array.isArray(value)) {
        result.prefixItems = this.take(value);
        result.items = false;
      } else if (key !== 'additionalItems') {
        result[key] =
          key === 'default' || key === 'enum' || key === 'const' ? (value as Json) : this.take(value);
      }
    }
    return result;
  }
}

/** `/pages/:id/*` → `/pages/{id}/{rest}` and its names. */
function templated(url: string): { readonly path: string; readonly parameters: readonly string[] } {
  const parameters: string[] = [];
  const path = url
    .replace(/:([A-Za-z_]\w*)(?:\([^)]*\))?\??/g, (_, name: string) => {
      parameters.push(name);
      return `{${name}}`;
    })
    .replace(/\*/, () => {
      parameters.push('rest');
      return '{rest}';
    });
  return { path, parameters };
}

/** Listens to the routes that are registered from now on. */
export class Description {
  readonly #routes: Described[] = [];
  readonly #version: string;

  constructor(app: FastifyInstance, version: string) {
    this.#version = version;
    app.addHook('onRoute', (route) => this.#note(route));
  }

  #note(route: RouteOptions): void {
    const { hide, ...schema } = route.schema ?? {};
    if (hide === true) return;
    const notes = route.config?.notes ?? null;
    for (const method of [route.method].flat())
      if (method === 'GET' || method === 'POST' || method === 'DELETE')
        this.#routes.push({ method: method.toLowerCase(), schema, notes, ...templated(route.url) });
  }

  make(): OpenApi {
    const components = new Components();
    components.take(Failure);
    const paths: Record<string, Record<string, JsonObject>> = {};
    const tags = new Set<string>();
    for (const route of this.#routes) {
      const operation = operationOf(route, components);
      for (const tag of operation.tags as string[]) tags.add(tag);
      paths[route.path] = { ...paths[route.path], [route.method]: operation };
    }
    return {
      openapi: '3.1.0',
      info: {
        title: 'Tarrafa',
        version: this.#version,
        description:
          'What was collected of the Web: search by words, period and place, pages, entities, geographic data, crawls. Errors have one form (Failure) with a stable code; lists are read on with the cursor "next"; lists are also given as lines of JSON (application/x-ndjson).',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      tags: [...tags].sort().map((name) => ({ name })),
      paths,
      components: {
        schemas: components.schemas,
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description:
              'The token that `tarrafa serve` prints. On loopback only what writes or starts something needs it; elsewhere everything does.',
          },
        },
      },
    };
  }
}

function operationOf(
  { schema, notes, parameters: names, path, method }: Described,
  components: Components,
): JsonObject {
  const parameters: JsonObject[] = [];
  const inPath = propertiesOf(schema.params);
  for (const name of names)
    parameters.push({
      name,
      in: 'path',
      required: true,
      schema: components.take(inPath.properties[name] ?? { type: 'string' }),
    });
  const inQuery = propertiesOf(schema.querystring);
  for (const [name, property] of Object.entries(inQuery.properties)) {
    const { description } = property as { description?: unknown };
    parameters.push({
      name,
      in: 'query',
      // What has a default need not be given.
      required: inQuery.required.includes(name) && !('default' in (property as object)),
      ...(typeof description === 'string' ? { description } : {}),
      schema: components.take(property),
    });
  }
  const responses: JsonObject = {};
  const answers = (schema.response ?? {}) as Record<string, unknown>;
  const status = notes?.status ?? 200;
  const content: JsonObject = {};
  if (answers[status] !== undefined)
    content['application/json'] = { schema: components.take(answers[status]) };
  for (const [media, about] of Object.entries(notes?.media ?? {}))
    content[media] = { schema: { type: 'string', description: about } };
  responses[status] = {
    description: STATUS_TEXT[status] ?? String(status),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
  const codes = new Map<number, ErrorCode[]>();
  for (const code of [...USUAL_ERRORS, ...(notes?.errors ?? []), ...(notes?.token ? TOKEN_ERRORS : [])]) {
    const failed = statusOf(new TarrafaError(code));
    codes.set(failed, [...(codes.get(failed) ?? []), code]);
  }
  if (schema.body !== undefined) for (const failed of [413, 415]) codes.set(failed, ['TRF_REQUEST_INVALID']);
  for (const [failed, list] of [...codes].sort(([a], [b]) => a - b))
    responses[failed] = {
      description: `${STATUS_TEXT[failed] ?? failed}: ${[...new Set(list)].join(', ')}`,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    };
  const summary = notes?.summary ?? (schema.summary as string | undefined) ?? path;
  return {
    operationId:
      notes?.id ??
      `${method}${path.replace(/[^A-Za-z0-9]+(.)?/g, (_, c?: string) => (c ?? '').toUpperCase())}`,
    summary,
    tags: notes === null ? ((schema.tags as string[] | undefined) ?? ['standards']) : [notes.tag],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(schema.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: components.take(schema.body) } },
          },
        }),
    responses,
    // An empty requirement: may also be called without.
    security: notes?.token ? [{ token: [] }] : [{}, { token: [] }],
  };
}

const TOKEN_ERRORS: readonly ErrorCode[] = ['TRF_TOKEN_MISSING'];

function propertiesOf(schema: unknown): {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
} {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return { properties, required };
}
