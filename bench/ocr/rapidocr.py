"""Reads pictures with PP-OCR of the PyPI package rapidocr, on one thread, for bench/ocr.

Standard input: pictures, each as "LENGTH\\n" and LENGTH bytes of a file. Standard output: one JSON object per picture:
{"cpu": processor seconds, "lines": [{"text", "confidence"}, ...]}.
"""
import json
import sys
import time

import cv2
import numpy
from rapidocr import RapidOCR

ENGINE = "EngineConfig.onnxruntime."


def main():
    cv2.setNumThreads(1)
    engine = RapidOCR(params={ENGINE + "intra_op_num_threads": 1, ENGINE + "inter_op_num_threads": 1,
                              "Global.log_level": "error"})
    source = sys.stdin.buffer
    for length in iter(source.readline, b""):
        img = cv2.imdecode(numpy.frombuffer(source.read(int(length)), numpy.uint8), cv2.IMREAD_COLOR)
        start = time.process_time()
        result = engine(img)
        took = time.process_time() - start
        lines = [{"text": text, "confidence": float(score)}
                 for text, score in zip(result.txts or (), result.scores or ())]
        print(json.dumps({"cpu": took, "lines": lines}), flush=True)


if __name__ == "__main__":
    main()
