/** The node that somebody else has put where this one was. */
const standIns = new WeakMap<Node, Node>()

/**
 * Lets React work in a page whose nodes a translator or an extension replaces, moves or removes. To be called before
 * React renders. docs/decisions/050.
 */
export function tolerateForeignNodes(): void {
  const observer = new MutationObserver(noteStandIns)
  observer.observe(document, { childList: true, subtree: true })

  /** The child of `parent` that is, holds or replaces the node; null when it is gone. */
  function childFor(parent: Node, node: Node): Node | null {
    noteStandIns(observer.takeRecords())
    let at: Node | null | undefined = node
    while (at && !parent.contains(at)) at = standIns.get(at)
    while (at && at.parentNode !== parent) at = at.parentNode
    return at ?? null
  }

  /** Nodes that React changes or moves stand for themselves again. */
  function putBack(node: Node): void {
    if (node.isConnected) return
    noteStandIns(observer.takeRecords())
    let standIn = standIns.get(node)
    while (standIn && !standIn.isConnected) standIn = standIns.get(standIn)
    standIn?.parentNode?.replaceChild(node, standIn)
    standIns.delete(node)
  }

  const { prototype } = Node
  const { removeChild, insertBefore } = prototype
  prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const found = child.parentNode === this ? child : childFor(this, child)
    if (found) removeChild.call(this, found)
    return child
  }
  prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    putBack(node)
    const found = next && next.parentNode !== this ? childFor(this, next) : next
    insertBefore.call(this, node, found)
    return node
  }
  const nodeValue = Object.getOwnPropertyDescriptor(prototype, 'nodeValue')!
  Object.defineProperty(prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      putBack(this)
      nodeValue.set!.call(this, value)
    },
  })
}

/** A removed node's stand-in was added by the same change, or beside it by a change of the same moment. */
function noteStandIns(records: readonly MutationRecord[]): void {
  const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]))
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    const beside = [...addedNodes, previousSibling, nextSibling]
    const standIn = beside.find((node) => node !== null && added.has(node))
    if (standIn) for (const node of removedNodes) if (node !== standIn) standIns.set(node, standIn)
  }
}
