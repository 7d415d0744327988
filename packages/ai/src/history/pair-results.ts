import {
  type AssistantMessage,
  type Message,
  type ToolCall,
  type ToolResultMessage,
  isFailed,
} from '../message/message.ts'
import { memoizePerMessage } from '../values/memo.ts'
import { publicCallId } from './call-ids.ts'
import { legalCallId } from './call-rules.ts'
import { isForeignTo, type RepairTraits } from './repair-target.ts'
import type { SanitizedMessage } from './sanitize-message.ts'

/** How the calls of a history have been answered so far. */
export interface Pairing {
  readonly ids: Set<string>
  /** The calls of the newest turn. */
  unanswered: readonly ToolCall[]
  /** How many of them have their result. */
  answered: number
  /** Something is not where it belongs. */
  isBroken: boolean
}

export function newPairing(): Pairing {
  return { ids: new Set(), unanswered: [], answered: 0, isBroken: false }
}

export function forkPairing(pairing: Pairing): Pairing {
  return { ...pairing, ids: new Set(pairing.ids) }
}

/** Follows a history by one message. */
export function followPairing(pairing: Pairing, { message, calls, hasLegalIds }: SanitizedMessage): void {
  if (pairing.isBroken) return
  if (message.role === 'toolResult') {
    pairing.isBroken = !isAnswer(message, pairing.unanswered[pairing.answered++])
    return
  }
  const hasFailed = message.role === 'assistant' && isFailed(message)
  const isNew = ({ id }: ToolCall) => addNew(pairing.ids, publicCallId(id))
  pairing.isBroken = !isAnswered(pairing) || !hasLegalIds || hasFailed || !calls.every(isNew)
  pairing.unanswered = calls
  pairing.answered = 0
}

/**
 * Whether there is nothing to do: each call has its result where it belongs, under an id that no other call has. All
 * that a history costs which was made here and went well.
 */
export function isPaired(pairing: Pairing): boolean {
  return !pairing.isBroken && isAnswered(pairing)
}

function isAnswered({ unanswered, answered }: Pairing): boolean {
  return answered === unanswered.length
}

function isAnswer({ toolCallId, toolName }: ToolResultMessage, call: ToolCall | undefined): boolean {
  return call !== undefined && call.id === toolCallId && call.name === toolName
}

function addNew(ids: Set<string>, id: string): boolean {
  if (ids.has(id)) return false
  ids.add(id)
  return true
}

/**
 * Puts behind each turn one result per call, in the order of the calls, and leaves out failed turns together with their
 * results.
 */
export function pairResults(sanitized: readonly SanitizedMessage[], target: RepairTraits): Message[] {
  const turns = matchResults(sanitized).values()
  const ids = new CallIds(target)
  const paired: Message[] = []
  for (const { message } of sanitized) {
    if (message.role === 'user') paired.push(message)
    if (message.role !== 'assistant') continue
    const { value: turn } = turns.next()
    if (turn && !isFailed(message)) pushTurn(paired, turn, ids, target)
  }
  return paired
}

/** An assistant message, its calls, and at the place of each call its result if there is one. */
interface Turn {
  message: AssistantMessage
  calls: readonly ToolCall[]
  results: (ToolResultMessage | undefined)[]
}

/** Calls of one turn with one id that wait for a result: the places of these calls, from first to last. */
interface Waiting {
  turn: Turn
  places: number[]
}

/**
 * Gives each result to the first waiting call with its id in the latest turn that has one. So ids that repeat are paired
 * by order of occurrence, and a late result still finds its turn. The others belong to nobody.
 */
function matchResults(sanitized: readonly SanitizedMessage[]): Turn[] {
  const turns: Turn[] = []
  const waiting = new Map<string, Waiting[]>()
  for (const { message, calls } of sanitized) {
    if (message.role === 'toolResult') deliver(message, waiting.get(message.toolCallId))
    if (message.role !== 'assistant') continue
    const turn: Turn = { message, calls, results: [] }
    turns.push(turn)
    calls.forEach(({ id }, place) => wait(waiting, id, turn, place))
  }
  return turns
}

function wait(waiting: Map<string, Waiting[]>, id: string, turn: Turn, place: number): void {
  const sameId = waiting.get(id)
  const latest = sameId?.at(-1)
  if (latest?.turn === turn) latest.places.push(place)
  else if (sameId) sameId.push({ turn, places: [place] })
  else waiting.set(id, [{ turn, places: [place] }])
}

function deliver(result: ToolResultMessage, sameId: Waiting[] = []): void {
  const latest = sameId.at(-1)
  const place = latest?.places.shift()
  if (!latest || place === undefined) return
  latest.turn.results[place] = result
  if (latest.places.length === 0) sameId.pop()
}

function pushTurn(paired: Message[], { message, calls, results }: Turn, callIds: CallIds, target: RepairTraits): void {
  const isForeign = isForeignTo(message, target)
  const ids = calls.map(({ id }) => callIds.next(id, isForeign))
  paired.push(withIds(message, calls, ids, target))
  calls.forEach(({ name }, place) => {
    const id = ids[place] ?? ''
    const result = results[place]
    paired.push(result ? answer(result, id, name, target) : missing(message, id, name, target))
  })
}

function withIds(
  message: AssistantMessage,
  calls: readonly ToolCall[],
  ids: string[],
  target: RepairTraits,
): AssistantMessage {
  if (calls.every(({ id }, place) => id === ids[place])) return message
  return repairedForm(target, message, `ids ${JSON.stringify(ids)}`, () => {
    const rest = ids.values()
    const content = message.content.map((block) =>
      block.type === 'toolCall' ? { ...block, id: rest.next().value ?? block.id } : block,
    )
    return { ...message, content }
  })
}

function answer(result: ToolResultMessage, id: string, name: string, target: RepairTraits): ToolResultMessage {
  if (result.toolCallId === id && result.toolName === name) return result
  return repairedForm(target, result, `answer ${id} ${name}`, () => ({ ...result, toolCallId: id, toolName: name }))
}

function missing(turn: AssistantMessage, id: string, name: string, target: RepairTraits): ToolResultMessage {
  return repairedForm(target, turn, `missing ${id}`, () => ({
    role: 'toolResult',
    toolCallId: id,
    toolName: name,
    content: [{ type: 'text', text: 'No result provided' }],
    isError: true,
    timestamp: turn.timestamp,
  }))
}

/** Ids for the wire: legal for the provider, and no two alike in one request. */
class CallIds {
  readonly #target: RepairTraits
  readonly #taken = new Set<string>()
  readonly #occurrences = new Map<string, number>()

  constructor(target: RepairTraits) {
    this.#target = target
  }

  next(id: string, isForeign: boolean): string {
    const named = id || 'call'
    for (let n = this.#occurrences.get(named) ?? 1; ; n++) {
      const candidate = legalCallId(this.#target.callIds, n === 1 ? named : occurrence(named, n), isForeign)
      if (this.#taken.has(publicCallId(candidate))) continue
      this.#taken.add(publicCallId(candidate))
      this.#occurrences.set(named, n + 1)
      return candidate
    }
  }
}

/** Both parts of an id of the Responses API must be unique. */
function occurrence(id: string, n: number): string {
  return id
    .split('|')
    .map((part) => `${part}_${n}`)
    .join('|')
}

const formsOf = memoizePerMessage((_message: Message, _target: RepairTraits) => new Map<string, Message>())

/**
 * A form that a message takes for a target, made once if the message is frozen, and then frozen itself, so that what is
 * made of it can be remembered as well.
 *
 * @param form names it among the forms of this message.
 */
function repairedForm<T extends Message>(target: RepairTraits, message: Message, form: string, make: () => T): T {
  const forms = formsOf(target)(message)
  const known = forms.get(form)
  if (known) return known as T
  const made = make()
  if (Object.isFrozen(message)) Object.freeze(made)
  forms.set(form, made)
  return made
}
