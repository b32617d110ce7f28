import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['{contract,server,sandbox}/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
        },
      },
    ],
  },
})
