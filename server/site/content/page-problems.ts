import type { PageWords } from '#contract/content/content.ts'

interface Table {
  columns: readonly string[]
  rows: readonly { values: readonly string[] }[]
}

/** Rules across fields: rows as long as their table, unique ids, known tools. */
export function pageProblems({ home, product, advantage, cases }: PageWords): string[] {
  const known = new Set<string>(cases.tools.map(({ icon }) => icon))
  const unknown = cases.cases.flatMap(({ uses }, at) =>
    uses
      .filter(({ icon }) => !known.has(icon))
      .map(({ icon }) => `case.json：cases[${at}].uses 用到的 ${icon} 不在 tools 里`),
  )
  return [
    ...figureProblems('home.json：scene.table', home.scene.table),
    ...figureProblems('home.json：proof.table', home.proof.table),
    ...home.rates.flatMap((table, at) => figureProblems(`home.json：rates[${at}]`, table)),
    ...tableProblems('product.json：limits', product.limits),
    ...tableProblems('advantage.json：comparison', advantage.comparison),
    ...doubled(product.features).map((id) => `product.json：features 的 id 重复：${id}`),
    ...doubled(cases.cases).map((id) => `case.json：cases 的 id 重复：${id}`),
    ...unknown,
  ]
}

/** Of a table whose rows begin with their name. */
function figureProblems(
  place: string,
  { columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] },
): string[] {
  return rows.flatMap((row, at) =>
    row.length === columns.length
      ? []
      : [`${place}.rows[${at}] 应有 ${columns.length} 项，与 columns 一致`],
  )
}

function tableProblems(place: string, { columns, rows }: Table): string[] {
  return rows.flatMap(({ values }, at) =>
    values.length === columns.length
      ? []
      : [`${place}.rows[${at}].values 应有 ${columns.length} 项，与 columns 一致`],
  )
}

function doubled(items: readonly { id: string }[]): string[] {
  const ids = items.map(({ id }) => id)
  return ids.filter((id, at) => ids.indexOf(id) !== at)
}
