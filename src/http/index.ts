/**
 * Fetching over HTTP/1.1: connections, name look-up, time-outs, size limits, and the guard against private addresses.
 * What may be fetched, and when, is decided elsewhere.
 */
export { type Access, accessFor } from './access.ts';
export * from './adaptive-timeouts.ts';
export * from './back-off.ts';
export * from './bandwidth-limiter.ts';
export * from './client.ts';
export * from './concurrency-controller.ts';
export * from './conditional.ts';
export { ConnectToResolver, connectRule } from './connect-to.ts';
export { readCookies } from './cookies.ts';
export * from './dns-resolver.ts';
export { HeldBytes } from './held-bytes.ts';
export { readHeaders } from './own-headers.ts';
export * from './private-address.ts';
export { ProxiedResolver } from './proxied-names.ts';
export { readProxy, type WebProxy } from './proxy.ts';
export { ReceivedResponse } from './received-response.ts';
export * from './redirect-location.ts';
export * from './request-and-outcome.ts';
export * from './resolution.ts';
export * from './user-agent.ts';
