import { parentPort, workerData } from 'node:worker_threads';
import { drawPng, type ShareDesign, type ShareWords } from './draw.ts';

const { words, design } = workerData as { words: ShareWords; design: ShareDesign };
parentPort?.postMessage(await drawPng(words, design));
