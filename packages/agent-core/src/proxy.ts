/** The client's side of a proxy that keeps the keys on a server; the other side is `createProxyHandler` of `@dreb/ai/proxy`. */
export { type ProxyAssistantMessageEvent, type ProxyStreamOptions, streamProxy } from '@dreb/ai/proxy'
