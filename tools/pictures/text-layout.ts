/** A piece of text and where it stands in the picture, in pixels: its corner if it stood level around its middle. */
export interface TextBox {
  text: string
  x: number
  y: number
  width: number
  height: number
  /** How far it falls to the right, in radians. */
  slope: number
}

/** What was read, as rows of cells from top to bottom. */
export interface Layout {
  rows: string[][]
  /** First row of the table and the row behind its last; null: the rows show none. */
  table: [from: number, to: number] | null
}

/** Pieces belong to a row when they share this part of the lower one's height. */
const SHARED_HEIGHT = 0.5
const LEAST_TABLE_ROWS = 3

/** Puts pieces of text in rows, and rows that stand in columns in a table. */
export function layOut(boxes: readonly TextBox[]): Layout {
  const rows = toRows(turnLevel(boxes))
  const table = findTable(rows)
  if (table === null) return { rows: rows.map((row) => row.map(({ text }) => text)), table: null }
  const columns = findColumns(rows.slice(...table).flat())
  const isInTable = (at: number) => at >= table[0] && at < table[1]
  return {
    table,
    rows: rows.map((row, at) =>
      isInTable(at) ? columns.map((column) => textIn(row, column)) : row.map(({ text }) => text),
    ),
  }
}

/** The pieces as they would stand in a picture that does not lean. */
function turnLevel(boxes: readonly TextBox[]): TextBox[] {
  // short ones say little about the slope
  const slopes = boxes.filter(({ width, height }) => width > 3 * height).map(({ slope }) => slope)
  const slope = slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? 0
  const [sin, cos] = [Math.sin(slope), Math.cos(slope)]
  return boxes.map((box) => {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const [level, down] = [x * cos + y * sin, y * cos - x * sin]
    return { ...box, x: level - box.width / 2, y: down - box.height / 2 }
  })
}

/** Rows from top to bottom, each from left to right; a piece is measured by its neighbour on the left. */
function toRows(boxes: readonly TextBox[]): TextBox[][] {
  const rows: TextBox[][] = []
  for (const box of boxes.toSorted((a, b) => a.x - b.x)) {
    const row = rows.find((each) => sharesHeight(each.at(-1)!, box))
    if (row) row.push(box)
    else rows.push([box])
  }
  return rows.toSorted((a, b) => middleOf(a[0]!) - middleOf(b[0]!))
}

function middleOf({ y, height }: TextBox): number {
  return y + height / 2
}

function sharesHeight(left: TextBox, right: TextBox): boolean {
  const bottom = Math.min(left.y + left.height, right.y + right.height)
  const shared = bottom - Math.max(left.y, right.y)
  return shared > SHARED_HEIGHT * Math.min(left.height, right.height)
}

/** The longest run of rows with several cells that stand in at least two columns. */
function findTable(rows: readonly TextBox[][]): Layout['table'] {
  let best: [number, number] | null = null
  for (let from = 0; from < rows.length;) {
    let to = from
    while (to < rows.length && rows[to]!.length > 1) to += 1
    const isLonger = best === null || to - from > best[1] - best[0]
    if (to - from >= LEAST_TABLE_ROWS && isLonger && isTable(rows.slice(from, to)))
      best = [from, to]
    from = Math.max(to, from + 1)
  }
  return best
}

/** No column may hold two cells of most rows: then the rows have nothing to do with each other. */
function isTable(rows: readonly TextBox[][]): boolean {
  const columns = findColumns(rows.flat())
  if (columns.length < 2) return false
  const neat = rows.filter((row) => columns.every((column) => cellsIn(row, column).length <= 1))
  return neat.length > rows.length / 2
}

interface Column {
  from: number
  to: number
}

/** Cells of two columns overlap by this part of the narrower one at most: a sum in large letters reaches over. */
const OVERLAP = 0.2

/** Ranges of the width in which cells stand. */
function findColumns(cells: readonly TextBox[]): Column[] {
  const columns: Column[] = []
  for (const { x, width } of cells.toSorted((a, b) => a.x - b.x)) {
    const last = columns.at(-1)
    const isIn = last && x < last.to - OVERLAP * Math.min(width, last.to - last.from)
    if (isIn) last.to = Math.max(last.to, x + width)
    else columns.push({ from: x, to: x + width })
  }
  return columns
}

function cellsIn(row: readonly TextBox[], { from, to }: Column): TextBox[] {
  return row.filter(({ x, width }) => x + width / 2 >= from && x + width / 2 < to)
}

function textIn(row: readonly TextBox[], column: Column): string {
  return cellsIn(row, column)
    .map(({ text }) => text)
    .join(' ')
}
