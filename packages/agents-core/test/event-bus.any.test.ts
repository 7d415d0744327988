import { describe, expect, it, vi } from 'vitest'

import { EventBus } from '#src/index.ts'

type Events = { word: [text: string]; other: [] }
const bus = () => new EventBus<Events>()
const listener = () => vi.fn<(text: string) => unknown>()

describe('EventBus', () => {
  it('calls listeners at once, in order of registration, with the arguments', () => {
    const order: string[] = []
    const events = bus()
    events.on('word', (text) => order.push(`1 ${text}`))
    events.on('word', (text) => order.push(`2 ${text}`))
    events.emit('word', 'a')
    expect(order).toEqual(['1 a', '2 a'])
  })

  it('calls a listener once that was registered twice', () => {
    const events = bus()
    const heard = listener()
    events.on('word', heard)
    events.on('word', heard)
    events.emit('word', 'a')
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('forgets a listener by off, by what on gave, by offAll, by destroy', () => {
    const events = bus()
    const heard = listener()
    events.on('word', heard)
    expect([events.off('word', heard), events.off('word', heard)]).toEqual([true, false])
    events.on('word', heard).dispose()
    events.on('word', heard)
    events.offAll('word')
    events.on('word', heard)
    events.destroy()
    events.emit('word', 'a')
    expect(heard).not.toHaveBeenCalled()
  })

  it('calls a listener of once at most once, also when it emits again, and off takes it away before', () => {
    const events = bus()
    const heard = vi.fn<() => void>(() => events.emit('other'))
    events.once('other', heard)
    events.emit('other')
    events.emit('other')
    events.once('other', heard)
    events.off('other', heard)
    events.emit('other')
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('goes over the listeners that were there when the emission began', () => {
    const events = bus()
    const late = listener()
    const gone = listener()
    events.on('word', () => {
      events.on('word', late)
      events.off('word', gone)
    })
    events.on('word', gone)
    events.emit('word', 'a')
    expect([late.mock.calls.length, gone.mock.calls.length]).toEqual([0, 1])
  })

  it('reports what a listener throws or rejects with, once each, and goes on', async () => {
    const events = bus()
    const reported: unknown[] = []
    const thrown = new Error('thrown')
    const rejected = new Error('rejected')
    events.onListenerError = (error, event) => void reported.push([error, event])
    const after = listener()
    events.on('word', () => {
      throw thrown
    })
    events.on('word', () => Promise.reject(rejected))
    events.on('word', after)
    events.emit('word', 'a')
    await Promise.resolve()
    await Promise.resolve()
    expect(reported).toEqual([
      [thrown, 'word'],
      [rejected, 'word'],
    ])
    expect(after).toHaveBeenCalledWith('a')
  })

  it('reports to the console unless told otherwise', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const events = bus()
    events.on('word', () => {
      throw new Error('x')
    })
    events.emit('word', 'a')
    expect(error).toHaveBeenCalledExactlyOnceWith('A listener of "word" failed:', new Error('x'))
    error.mockRestore()
  })
})
