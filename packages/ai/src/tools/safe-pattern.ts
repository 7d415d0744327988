import { AIError } from '../errors/ai-error.ts'
import { shorten } from '../values/text.ts'
import { automatonOf } from './pattern-automaton.ts'
import { parsePattern, type PatternNode } from './pattern-syntax.ts'

/** Steps that one check may take: about a second at worst. */
const maxSteps = 1e8

/**
 * A check for a pattern of a schema that takes linear or bounded time, whatever the pattern and the text. The engine
 * runs a pattern for texts so short that even its worst case is bounded; longer texts, and patterns whose repetitions
 * hold repetitions or choices, are matched by an automaton in linear time. Texts that are too long for both do not match.
 *
 * @throws AIError `unsupported` for a pattern that the engine could need exponential time for, and that is no automaton:
 *   repetitions inside repetitions together with looking ahead or back references
 */
export function safePattern(source: string): (text: string) => boolean {
  const pattern = new RegExp(source, 'u')
  const tree = parsePattern(source)
  const maxLength = longestFor(tree)
  const automaton = automatonOf(tree)
  if (maxLength < 1 && !automaton) throw refused(source)
  const maxAutomatonLength = automaton ? maxSteps / automaton.size : 0
  return (text) => {
    if (text.length <= maxLength) return pattern.test(text)
    return text.length <= maxAutomatonLength && automaton?.test(text) === true
  }
}

/** So long may the name of a property be that a pattern is asked about. */
const maxName = 1000

/**
 * A pattern for names of properties, which the engine runs by itself: the same, but it matches no name for which it could
 * take long.
 *
 * @throws AIError `unsupported` for a pattern with repetitions or choices inside repetitions
 */
export function boundedNamePattern(source: string): string {
  const longest = longestFor(parsePattern(source))
  if (longest < 1) throw refused(source)
  const max = Math.min(Math.floor(longest), maxName)
  return longest === Infinity ? source : `^(?![^]{${max + 1}})(?=[^]*?(?:${source}))`
}

function refused(source: string): AIError {
  const text = `The pattern ${shorten(source, 200)} could take exponential time. Write it without repetitions inside repetitions, or without (?=…), (?!…) and back references.`
  return new AIError('unsupported', text)
}

/** What makes an engine go back: how often it can choose, and how often by the length of the text. */
interface Choices {
  /** Choices of which there are as many as characters. */
  growing: number
  /** The product of all other choices. */
  fixed: number
  /** A choice inside of a repetition: their number is exponential. */
  isExponential: boolean
}

/** The longest text for which the engine takes no more than the steps allowed. */
function longestFor(tree: PatternNode): number {
  const { growing, fixed, isExponential } = choicesOf(tree)
  if (isExponential) return 0
  const exponent = growing + (isAnchored(tree) ? 0 : 1)
  return exponent === 0 ? Infinity : (maxSteps / fixed) ** (1 / exponent)
}

/** A count from which on a choice is taken for one that grows. */
const largeRange = 32

function choicesOf(node: PatternNode): Choices {
  switch (node.kind) {
    case 'char':
    case 'assert':
      return { growing: 0, fixed: 1, isExponential: false }
    case 'foreign':
      return choicesOf(node.part)
    case 'sequence':
      return together(node.parts.map(choicesOf))
    case 'choice': {
      const all = together(node.branches.map(choicesOf))
      return { ...all, fixed: all.fixed * node.branches.length }
    }
    case 'repeat':
      return repeated(node, choicesOf(node.part))
  }
}

function together(all: readonly Choices[]): Choices {
  return {
    growing: all.reduce((sum, { growing }) => sum + growing, 0),
    fixed: all.reduce((product, { fixed }) => product * fixed, 1),
    isExponential: all.some(({ isExponential }) => isExponential),
  }
}

function repeated({ min, max }: { min: number; max: number }, inside: Choices): Choices {
  const hasChoices = inside.growing > 0 || inside.fixed > 1
  const isExponential = inside.isExponential || (hasChoices && max > 1)
  const range = max - min + 1
  const isLarge = range > largeRange
  return { growing: inside.growing + (isLarge ? 1 : 0), fixed: inside.fixed * (isLarge ? 1 : range), isExponential }
}

/** Whether a match can only begin at the beginning, so that the engine tries no other place. */
function isAnchored(node: PatternNode): boolean {
  if (node.kind === 'assert') return node.source === '^'
  if (node.kind === 'sequence') return node.parts.length > 0 && isAnchored(node.parts[0] as PatternNode)
  return node.kind === 'choice' && node.branches.every(isAnchored)
}
