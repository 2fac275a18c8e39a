/// <reference path="../../../node_modules/@types/node20/index.d.ts" />
