import { defineProject } from 'vitest/config';

export default defineProject({
  resolve: { conditions: ['tsena:source'] },
  test: {
    name: 'widget',
    environment: 'happy-dom',
    include: ['{src,scripts,test-types}/**/*.test.{ts,tsx}'],
    css: { include: /styles\.css/ },
  },
});
