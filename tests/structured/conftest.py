"""Makes the readers of requirements.txt importable; scripts/python sets PYTHONPATH for itself."""

import os
import sys

sys.path.insert(0, os.environ["PACKAGES"])
