// Writes src/models/catalog.ts and src/models/catalogs/*.ts: `node scripts/generate-models.ts`.

import { writeFileSync } from 'node:fs'

import { providerTables } from './capabilities/provider-tables.ts'
import { catalogueFiles } from './catalogue.ts'

const folder = new URL('../src/models/', import.meta.url)
for (const [path, text] of Object.entries(catalogueFiles(providerTables))) writeFileSync(new URL(path, folder), text)
