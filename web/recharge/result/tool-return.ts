/**
 * The address of the tool that sent the customer here for credit, where the text waits; null for a customer who
 * came by another way. The payment page stores the tool's path for as long as the tab is open.
 */
export function findToolToReturnTo(toolsUrl: string): string | null {
  try {
    const tool = sessionStorage.getItem('tool')
    const url = tool === null ? null : URL.parse(tool, toolsUrl)
    return url?.origin === new URL(toolsUrl).origin ? url.href : null
  } catch {
    return null
  }
}
