'use client'

import { Agent as PluginAgent, Message } from '@ai-zen/agents-core'
import { Agent, streamProxy } from '@dreb/agent-core'
import { useMemo, useState, useSyncExternalStore } from 'react'

import { model } from './model.js'

/** Asks through the proxy route of this app: no key in the page. */
function makeAgent() {
  return new Agent({
    initialState: { model: model('http://provider.invalid/v1') },
    streamFn: (asked, context, options) =>
      streamProxy(asked, context, { ...options, proxyUrl: `${location.origin}/api/proxy`, authToken: 'page' }),
  })
}

export function Chat() {
  const agent = useMemo(makeAgent, [])
  const [text, setText] = useState('')
  useSyncExternalStore(
    (onChange) => agent.subscribe(onChange),
    () => agent.state.messages,
    () => agent.state.messages,
  )
  const ask = async () => {
    await agent.prompt('Say ok')
    const last = agent.state.messages.at(-1)
    setText(agent.state.error ?? last.content.map((block) => block.text).join(''))
  }
  return (
    <section>
      <button onClick={ask}>Ask</button>
      <output>{text}</output>
      <small>{new PluginAgent({ client: {}, model: 'none', messages: [Message.User('hi')] }).messages.length}</small>
    </section>
  )
}
