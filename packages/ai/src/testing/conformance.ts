/** Suites for vitest that tell whether a normaliser or a provider of your own keeps the rules. */
export { describeNormalizer, type NormalizerUnderTest, type WireSample } from './normalizer-conformance.ts'
export { describeProvider, type ProviderUnderTest } from './provider-conformance.ts'
