SH_TESTS += \
	tests/site/everywhere.sh \
	tests/site/recipe.sh \
	tests/site/steps_aside.sh
SH_TESTS_ALONE += tests/site/install.sh
EXTRA_DIST += tests/site/everywhere.py tests/site/slurm.sh
