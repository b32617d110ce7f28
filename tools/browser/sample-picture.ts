const LINES = [
  ['商品', '数量', '单价', '金额'],
  ['苏打饼干', '3', '6.50', '19.50'],
  ['鲜榨橙汁', '2', '12.00', '24.00'],
  ['手工挂面', '5', '4.80', '24.00'],
]
const LEFT = [40, 300, 420, 540]

/** A receipt as a picture, drawn here, so that the tool can be tried without one. */
export async function drawSample(): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = 680
  canvas.height = 420
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('this browser does not draw')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#222'
  context.font = '34px system-ui, sans-serif'
  context.fillText('晨光超市', 260, 70)
  context.font = '26px system-ui, sans-serif'
  for (const [row, cells] of LINES.entries())
    for (const [at, cell] of cells.entries()) context.fillText(cell, LEFT[at] ?? 0, 140 + row * 54)
  context.fillText('合计：67.50元', 40, 370)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return new File([blob ?? ''], '示例小票.png', { type: 'image/png' })
}
