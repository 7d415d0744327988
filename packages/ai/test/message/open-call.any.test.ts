import { describe, expect, it } from 'vitest'

import { OpenCall, StreamingArguments } from '#src/message/open-call.ts'

describe('StreamingArguments', () => {
  it('gives what had arrived at any time, in order or not', () => {
    const call = new StreamingArguments()
    call.push('{"a":"x')
    const { time } = call
    call.push('yz","b":1}')
    expect(call.at(time)).toEqual({ a: 'x' })
    expect(call.at(call.time)).toEqual({ a: 'xyz', b: 1 })
    expect(call.at(time)).toEqual({ a: 'x' })
    expect(call.text).toBe('{"a":"xyz","b":1}')
  })

  it('gives one object to whoever reads in order', () => {
    const call = new StreamingArguments()
    call.push('{"a":"x')
    const first = call.at(1)
    call.push('yz"')
    expect(call.at(2)).toBe(first)
  })
})

describe('OpenCall', () => {
  const text = new StreamingArguments()
  text.push('{"a":"x')
  const call = new OpenCall({ id: 'c', name: 'get' }, text)
  text.push('y"}')
  const plain = { type: 'toolCall', id: 'c', name: 'get', arguments: { a: 'x' } }

  it('looks like plain data', () => {
    expect(Object.keys(call)).toEqual(['type', 'id', 'name', 'arguments'])
    expect(Object.assign({}, call)).toEqual(plain)
    expect(structuredClone(call)).toEqual(plain)
    expect(JSON.parse(JSON.stringify(call))).toEqual(plain)
  })

  it('can be read through a reactive proxy, which puts itself in its place (decision 56)', () => {
    const reactive = <T extends object>(target: T): T =>
      new Proxy(target, {
        get(_, key, receiver) {
          const value: unknown = Reflect.get(target, key, receiver)
          return typeof value === 'object' && value !== null ? reactive(value) : value
        },
      })
    expect(reactive({ content: [call] }).content[0]?.arguments).toEqual({ a: 'x' })
  })
})
