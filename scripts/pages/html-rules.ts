import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate'
import type { RenderedDocument } from './rendered.ts'

/** Every rule of the standard and of accessibility; what is off or turned says why. */
const CONFIG: ConfigData = {
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: {
    // a template is shown in place of the page
    'heading-level': ['error', { sectioningRoots: ['dialog', '[role="dialog"]', 'template'] }],
    // our files have the document's origin: an attacker who changes one can change the other
    'require-sri': ['error', { target: 'crossorigin' }],
    // a table that becomes cards loses its roles unless they are written out
    'no-redundant-role': 'off',
  },
}

/** What is wrong with the HTML of the documents, each fault once. */
export async function htmlFaults(documents: readonly RenderedDocument[]): Promise<string[]> {
  const validator = new HtmlValidate(new StaticConfigLoader(CONFIG))
  const seen = new Set<string>()
  const faults: string[] = []
  for (const { path, html } of documents) {
    // several addresses of one page share its bytes
    if (seen.has(html)) continue
    seen.add(html)
    const { results } = await validator.validateString(html)
    for (const { messages } of results) {
      faults.push(
        ...messages.map(
          ({ ruleId, message, selector }) => `${path}: ${message} (${ruleId}, ${selector ?? '–'})`,
        ),
      )
    }
  }
  return faults
}
