import { defineConfig } from 'oxlint'
import { wallOverrides } from './scripts/lint/walls.ts'

const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/testing/**']

function off(...rules: string[]): Record<string, 'off'> {
  return Object.fromEntries(rules.map((rule) => [rule, 'off' as const]))
}

export default defineConfig({
  plugins: [
    'typescript',
    'import',
    'unicorn',
    'oxc',
    'react',
    'jsx-a11y',
    'promise',
    'vitest',
    'node',
  ],
  jsPlugins: ['./scripts/lint/house-rules.ts'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['node_modules', 'dist', 'data', '.cache', 'test-results'],
  rules: {
    'max-lines': ['error', { max: 300 }],
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/no-floating-promises': 'error',
    // leaving a field out of an object is what these names are for
    'no-unused-vars': [
      'error',
      {
        ignoreRestSiblings: true,
        ignoreUsingDeclarations: true,
        varsIgnorePattern: '^_',
        argsIgnorePattern: '^_',
      },
    ],
    'no-underscore-dangle': 'off',
    'react/no-unstable-nested-components': ['error', { allowAsProps: true }],
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    // what they guard is guarded by the compiler, or is no fault in the style of this house
    ...off(
      'eslint/no-unmodified-loop-condition',
      'oxc/no-async-endpoint-handlers',
      'import/default',
      'import/no-named-as-default',
      'import/no-named-as-default-member',
      'import/no-unassigned-import',
      'promise/always-return',
      'promise/valid-params',
      'typescript/consistent-return',
      'typescript/unbound-method',
      'unicorn/consistent-function-scoping',
      'unicorn/no-useless-spread',
      'vitest/no-conditional-expect',
      'vitest/no-standalone-expect',
      'vitest/require-to-throw-message',
    ),
    // for the React Compiler or older React, neither of which is here
    ...off(
      'react/exhaustive-effect-dependencies',
      'react/purity',
      'react/react-in-jsx-scope',
      'react/set-state-in-effect',
      'react/style-prop-object',
    ),
    // a table that becomes cards loses its roles unless they are written out; `<output>` is none of our status lines
    ...off(
      'jsx-a11y/no-interactive-element-to-noninteractive-role',
      'jsx-a11y/no-redundant-roles',
      'jsx-a11y/prefer-tag-over-role',
    ),
  },
  overrides: [
    ...wallOverrides,
    {
      files: ['server/**', 'web/**', 'console/**', 'contract/**', 'tools/**'],
      rules: {
        'node/no-process-env': 'error',
        'house/random-from-crypto': 'error',
        'house/no-weak-hash': 'error',
      },
    },
    {
      files: ['server/**'],
      rules: { 'house/sql-in-stores': 'error' },
    },
    {
      files: ['server/db/**', 'server/**/*.store.ts'],
      rules: { 'house/sql-in-stores': 'off' },
    },
    {
      files: ['server/config/config.ts', 'tools/main.ts'],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      files: TESTS,
      rules: {
        'no-restricted-imports': 'off',
        'house/sql-in-stores': 'off',
        'house/random-from-crypto': 'off',
        'house/no-weak-hash': 'off',
        'node/no-process-env': 'off',
      },
    },
  ],
})
