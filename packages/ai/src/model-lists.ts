/** @dreb/ai/model-lists: models from lists that are fetched at run time. Pure functions: fetching is yours. */
export { modelsFromList, modelsFromModelsDev, type ModelRoute } from './models/model-lists.ts'
