import { describe, expect, it } from 'vitest'

import {
  type AgentNS,
  CallbackTool,
  CodeTool,
  FunctionCallContext,
  IndexedSearchTool,
  Message,
  Tool,
  ToolCallContext,
} from '#src/index.ts'

import { calling, definition, results, stage } from '../support/stage.ts'

const { agent } = stage()
const contextOf = (args: string | undefined, more: object = {}) => {
  const tool_call = { id: 'c1', function: { name: 'f', ...(args !== undefined && { arguments: args }) } }
  return new ToolCallContext({
    agent,
    tool_call,
    resultMessage: Message.Tool(tool_call),
    allowJsonParseError: true,
    ...more,
  })
}
const withParameters = (...names: string[]): AgentNS.FunctionDefine => ({
  name: 'f',
  parameters: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) },
})

describe('CallbackTool', () => {
  it.each([
    ['text', 'x', 'x'],
    ['nothing', undefined, ''],
    ['a number', 3, '3'],
    ['an object', { a: 1 }, '{"a":1}'],
    ['an array of numbers', [1, 2], '[1,2]'],
    ['rows with a type of their own', [{ type: 'row' }], '[{"type":"row"}]'],
    ['an empty array', [], '[]'],
    ['sections', [{ type: 'text', text: 'x' }], [{ type: 'text', text: 'x' }]],
  ])('gives %s to the model', async (_, returned, content) => {
    const tool = new CallbackTool({ function: definition('f'), callback: () => returned })
    expect(await tool.exec(contextOf('{}'))).toEqual(content)
  })

  it('calls back with arguments and context', async () => {
    const ctx = contextOf('{"a":1}')
    const given: unknown[] = []
    await new CallbackTool({ function: definition('f'), callback: (...all) => void given.push(...all) }).exec(ctx)
    expect(given).toEqual([{ a: 1 }, ctx])
  })

  it('without a callback gives nothing; is a Tool', async () => {
    const tool = new CallbackTool({ function: definition('f') })
    expect([await tool.exec(contextOf('{}')), tool instanceof Tool, tool.type]).toEqual(['', true, 'function'])
  })
})

describe('CodeTool', () => {
  it('runs code with the parameters as variables and the context as this', async () => {
    const run = (code: string | undefined, args: string | undefined, ...names: string[]) =>
      new CodeTool({ function: withParameters(...names), code }).exec(contextOf(args))
    expect(await run('return a + b', '{"a":2,"b":3}', 'a', 'b')).toBe('5')
    expect(await run('return typeof a', '{}', 'a')).toBe('undefined')
    expect(await run('return { id: this.tool_call.id }', undefined)).toBe('{"id":"c1"}')
    expect(await run(undefined, '{}')).toBe('')
  })

  it('needs a definition', () => {
    expect(() => new CodeTool({ code: '' } as never)).toThrow('must have a function')
  })
})

describe('IndexedSearchTool', () => {
  const entries = [
    { keywords: ['pay', 'visa'], text: 'cards' },
    { keywords: ['pay'], text: 'cash' },
  ]
  const find = (args: object) => new IndexedSearchTool({ entries }).exec(contextOf(JSON.stringify(args)))

  it('offers the keywords there are', () => {
    expect(new IndexedSearchTool({ entries }).function).toMatchObject({
      name: 'indexedSearch',
      parameters: { properties: { keywords: { type: 'array', items: { type: 'string', enum: ['pay', 'visa'] } } } },
    })
    expect(JSON.stringify(new IndexedSearchTool({ entries: [] }).function)).not.toContain('enum')
    expect(new IndexedSearchTool({ entries, name: 'faq', description: 'd' }).function).toMatchObject({
      name: 'faq',
      description: 'd',
    })
  })

  it('finds entries by any keyword, each once, in their order', () => {
    expect(find({ keywords: ['visa', 'pay'] })).toBe(JSON.stringify(entries))
    expect(find({ keywords: 'visa' })).toBe(JSON.stringify([entries[0]]))
    expect([find({ keywords: ['nope'] }), find({})]).toEqual(['[]', '[]'])
  })
})

describe('Tool', () => {
  class Declared extends Tool {
    function = { name: 'declared', description: 'd', parameters: { type: 'object', properties: {} } }
    exec(ctx: ToolCallContext) {
      return `${ctx.function_call.name} ran`
    }
  }
  class Assigned extends Tool {
    override function: AgentNS.FunctionDefine
    constructor(name: string) {
      super()
      this.function = definition(name)
    }
    exec() {
      return [{ type: 'text' as const, text: 'sections' }]
    }
  }

  it('is defined in the class body or the constructor', async () => {
    const { agent: own } = stage({
      turns: [calling('declared', 'assigned'), { text: 'ok' }],
      tools: [new Declared(), new Assigned('assigned')],
    })
    await own.send('go')
    expect(results(own)).toEqual(['declared ran', [{ type: 'text', text: 'sections' }]])
  })

  it('of the same name as another is refused at once (decision 63)', async () => {
    const two = [new Assigned('a'), new Assigned('a')]
    expect(() => stage({ tools: two })).toThrow('Two tools have the name "a"')
    const { agent: own, requests } = stage({ turns: [{ text: 'ok' }] })
    own.tools = two
    await expect(own.send('go')).rejects.toThrow('Two tools have the name "a"')
    expect([requests.length, own.messages.length]).toEqual([0, 0])
  })

  it('may be any object of the shape, whose odd results become text', async () => {
    const odd = { type: 'function', function: definition('odd'), exec: () => 5 as unknown as string }
    const { agent: own } = stage({ turns: [calling('odd'), { text: 'ok' }], tools: [odd] })
    await own.send('go')
    expect(results(own)).toEqual(['5'])
  })
})

describe('ToolCallContext', () => {
  it('has the parsed arguments, or why there are none', () => {
    expect(contextOf('{"a":1}')).toMatchObject({ parsedArgs: { a: 1 }, parseError: undefined })
    expect(contextOf(undefined)).toMatchObject({ parsedArgs: undefined, parseError: undefined })
    expect(contextOf('{')).toMatchObject({ parsedArgs: undefined, parseError: expect.stringMatching(/JSON/) })
  })

  it.each([false, undefined])('throws for broken arguments when they are not allowed (%s)', (allowJsonParseError) => {
    expect(() => contextOf('{', { allowJsonParseError })).toThrow(SyntaxError)
  })

  it('is not spoilt by a key that names the prototype', () => {
    const { parsedArgs } = contextOf('{"__proto__":{"polluted":true}}')
    expect([Object.keys(parsedArgs), ({} as { polluted?: boolean }).polluted]).toEqual([['__proto__'], undefined])
  })

  it('remembers that the default is prevented, and goes by its old name, too', () => {
    const ctx = contextOf('{}')
    ctx.preventDefault()
    expect([ctx.isPreventDefault, FunctionCallContext === ToolCallContext]).toEqual([true, true])
  })
})
