/** `@dreb/ai/proxy`: both sides of a proxy that keeps the keys of the providers on a server. */
export { toProxyEvent, type ProxyAssistantMessageEvent } from './proxy/proxy-event.ts'
export { createProxyHandler, type ProxyHandlerOptions } from './proxy/proxy-handler.ts'
export type { ProxyLimits, ProxyOption } from './proxy/proxy-request.ts'
export { type ProxyStreamOptions, streamProxy } from './proxy/stream-proxy.ts'
