import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import Stripe from 'stripe'
import { version } from 'typescript'
import { API } from 'typescript/unstable/sync'
import { describeTypes, type Definitions } from './describe-types.ts'

const CACHE = new URL('../../node_modules/.cache/sandbox/', import.meta.url)
const CONFIG = fileURLToPath(new URL('../../tsconfig.node.json', import.meta.url))
const OBJECTS = new URL('provider-objects.ts', import.meta.url)
const GENERATOR = new URL('describe-types.ts', import.meta.url)

/** JSON Schemas of ProviderObjects, made from the SDK's declarations and kept until those change. */
export async function readProviderSchema(): Promise<Definitions> {
  const sources = await Promise.all([OBJECTS, GENERATOR].map((url) => readFile(url)))
  const hash = createHash('sha256').update(Stripe.PACKAGE_VERSION).update(version)
  for (const source of sources) hash.update(source)
  const kept = new URL(`provider-schema-${hash.digest('hex').slice(0, 16)}.json`, CACHE)
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written below, under the hash of what it is made from
    return JSON.parse(await readFile(kept, 'utf8')) as Definitions
  } catch {
    const made = generate()
    await mkdir(CACHE, { recursive: true })
    await writeFile(kept, JSON.stringify(made))
    return made
  }
}

function generate(): Definitions {
  const api = new API()
  try {
    const path = fileURLToPath(OBJECTS)
    const project = api.updateSnapshot({ openProjects: [CONFIG] }).getDefaultProjectForFile(path)
    const file = project?.program.getSourceFile(path)
    const exported = file && project?.checker.getSymbolAtLocation(file)?.getExports().values()
    const objects = exported?.find(({ name }) => name === 'ProviderObjects')
    if (project === undefined || objects === undefined) throw new Error(`cannot read ${path}`)
    return describeTypes(project.checker, objects)
  } finally {
    api.close()
  }
}
