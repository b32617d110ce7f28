/** Rules of this house that no rule of oxlint says; the parts of its API that they use. */
interface TaggedTemplate {
  tag: { type: string; name?: string }
}

interface Context {
  report(problem: { node: TaggedTemplate; message: string }): void
}

/** A tag by which a statement is handed to the database; `server/db/sql.ts` gives it. */
const SQL_TAG = /^(sql|tx)$/

export default {
  meta: { name: 'house' },
  rules: {
    'sql-in-stores': {
      create: (context: Context) => ({
        TaggedTemplateExpression(node: TaggedTemplate) {
          if (node.tag.type !== 'Identifier' || !SQL_TAG.test(node.tag.name ?? '')) return
          context.report({
            node,
            message: 'SQL stands in *.store.ts alone: give this statement a name there',
          })
        },
      }),
    },
  },
}
