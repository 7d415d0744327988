/** Suites for vitest that check whether a normalizer or a provider of your own keeps the rules. */
export { describeNormalizer, type NormalizerUnderTest, type WireSample } from './normalizer-conformance.ts'
export { describeProvider, type ProviderUnderTest } from './provider-conformance.ts'
